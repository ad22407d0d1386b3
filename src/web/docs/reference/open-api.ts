/** The parts of an OpenAPI document that the pages of the reference are made of. */
export type OpenApiSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly OpenApiSchema[];
  readonly enum?: readonly (string | number | null)[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly items?: OpenApiSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: string | number | boolean;
  readonly examples?: readonly (string | number)[];
};

export type OpenApiSchemas = Readonly<Record<string, OpenApiSchema>>;

export type OpenApiParameter = {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: OpenApiSchema;
  /** Only where it makes a good first request. */
  readonly example?: string | number;
};

type Content = {
  readonly schema: OpenApiSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};

export type OpenApiResponse = {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, Content>>;
  readonly "x-content-on-request"?: Readonly<Record<string, Content>>;
};

export type OpenApiOperation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
};

export type OpenApi = {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get: OpenApiOperation }>>;
  readonly components: {
    readonly schemas: OpenApiSchemas;
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: OpenApiSchema }>>;
  };
};

/** The last part of a reference such as `#/components/schemas/Game`. */
export function componentName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
