/** The parts of an OpenAPI document that the pages of the reference are made of. */
type Named<Value> = Readonly<Record<string, Value>>;

type Examples = Named<{ readonly value: unknown }>;

export type OpenApiSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly OpenApiSchema[];
  readonly enum?: readonly (string | number | null)[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Named<OpenApiSchema>;
  readonly items?: OpenApiSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean;
  readonly examples?: readonly (string | number)[];
};

export type OpenApiParameter = {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: OpenApiSchema;
  /** Only where it makes a good first request. */
  readonly example?: string | number;
};

type Content = Named<{ readonly schema: OpenApiSchema; readonly examples?: Examples }>;

type OpenApiResponse = {
  readonly $ref?: string;
  readonly headers?: Named<{ readonly $ref: string }>;
  readonly content?: Content;
  readonly "x-content-on-request"?: Content;
};

export type OpenApiOperation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly responses: Named<OpenApiResponse>;
};

export type OpenApi = {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Named<{ readonly get: OpenApiOperation }>;
  readonly components: {
    readonly schemas: Named<OpenApiSchema>;
    readonly responses: Named<OpenApiResponse>;
    readonly headers: Named<{ readonly description: string; readonly schema: OpenApiSchema }>;
  };
};

/** The last part of a reference such as `#/components/schemas/Game`. */
export function componentName(reference = ""): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
