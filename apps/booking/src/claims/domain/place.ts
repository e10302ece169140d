/** The property and the nights of a stay. */
export interface Place {
  property_id: number;
  arrival: string;
  departure: string;
}
