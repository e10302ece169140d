/** Where and when a record is to have its nights. */
export interface Place {
  property_id: number;
  arrival: string;
  departure: string;
}
