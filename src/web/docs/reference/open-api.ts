/** The parts of an OpenAPI document that the pages of the reference are made of. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly (string | number | null)[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: string | number | boolean;
  readonly examples?: readonly (string | number)[];
};

export type Schemas = Readonly<Record<string, Schema>>;

export type OpenApiParameter = {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  /** Only where it makes a good first request. */
  readonly example?: string | number;
};

type Content = {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
};

export type Response = {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, Content>>;
  readonly "x-content-on-request"?: Readonly<Record<string, Content>>;
};

export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly responses: Readonly<Record<string, Response>>;
};

export type OpenApi = {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
  };
};

/** The last part of a reference such as `#/components/schemas/Game`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
