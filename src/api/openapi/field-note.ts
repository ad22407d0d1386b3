/** The form of a note about a member: its meaning and its bounds. */
export type FieldNote = {
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
};
