export interface PropertyNights {
  property_id: number;
  arrival: string;
  departure: string;
}
