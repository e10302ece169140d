import { checkRequest } from './check-request';

const stay = { property_id: 1, arrival: '2027-06-01', departure: '2027-06-03' };

describe('the check of a request before it is sent', () => {
  it('accepts null for optional fields in the body of a POST', () => {
    const guest = { first_name: 'Ada', phones: [{ number: '+39 02 5551', type: null }] };
    expect(checkRequest('POST', '/v2/bookings', { ...stay, adults: null, is_block: null, notes: null })).toEqual([]);
    expect(checkRequest('POST', '/v2/guests', guest)).toEqual([]);
  });

  it('refuses null for required fields in the body of a POST', () => {
    expect(checkRequest('POST', '/v2/bookings', { ...stay, property_id: null })).toEqual([
      'body.property_id: send it, or the quote_id of the quote to accept',
    ]);
  });

  it('refuses null in the body of a PATCH for fields that cannot be cleared', () => {
    expect(checkRequest('PATCH', '/v2/bookings/1', { is_block: null, notes: null })).toEqual([
      'body.is_block: expected true or false',
    ]);
  });
});
