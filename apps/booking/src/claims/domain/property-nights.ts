/** The nights of a stay at a property. */
export interface PropertyNights {
  property_id: number;
  arrival: string;
  departure: string;
}
