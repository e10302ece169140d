import type { BookingUnderTest, TestAccount } from './booking-under-test';

/** An account with a house and two rooms. Each room is linked to the house. */
export interface HouseAndRooms extends TestAccount {
  house: number;
  rooms: [number, number];
  links: [number, number];
}

export async function aHouse(booking: BookingUnderTest): Promise<HouseAndRooms> {
  const account = await booking.anAccount();
  const { operator } = account;
  const house = await operator.property({ name: 'House' });
  const rooms: [number, number] = [
    await operator.property({ name: 'Garden room' }),
    await operator.property({ name: 'Attic room' }),
  ];
  const links: [number, number] = [await operator.link(house, rooms[0]), await operator.link(rooms[1], house)];
  return { ...account, house, rooms, links };
}
