/** Parts of JSON schemas that the feed's records and the archive's resources are both made of. */
import { type TSchema, Type } from "typebox";

export function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

export function oneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>(Type.Enum([...values]));
}
