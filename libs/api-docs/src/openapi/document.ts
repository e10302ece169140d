import type { JsonSchema } from '../schemas/json-schema';

/** The parts of an OpenAPI 3.0 document that the platform uses. */
export interface Reference {
  $ref: string;
}
export interface Example {
  summary?: string;
  value: unknown;
}
interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, Example>;
}
export interface Header {
  description: string;
  schema: JsonSchema;
}
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  deprecated?: boolean;
  style?: 'form';
  explode?: boolean;
  schema: JsonSchema;
  example?: unknown;
}
export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}
export interface RequestBody {
  required: boolean;
  description?: string;
  content: Record<string, MediaType>;
}
export interface Operation {
  operationId: string;
  tags: string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, Response | Reference>;
}
export interface Server {
  url: string;
  description?: string;
}
export type PathItem = { servers?: Server[] } & Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;
export interface OpenApiDocument {
  openapi: '3.0.3';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; url: string };
  };
  servers: Server[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Response>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, object>;
  };
}
