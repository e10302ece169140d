import { checkRequest } from './check-request';

const stay = { property_id: 1, arrival: '2027-06-01', departure: '2027-06-03' };

describe('the check of a request before it is sent', () => {
  it('accepts null for optional fields in the body of a POST', () => {
    const guest = { first_name: 'Ada', phones: [{ number: '+39 02 5551', type: null }] };
    expect(checkRequest('POST', '/v2/bookings', { ...stay, adults: null, is_block: null, notes: null })).toEqual([]);
    expect(checkRequest('POST', '/v2/guests', guest)).toEqual([]);
  });

  it.each(['größe', 'gr%C3%B6%C3%9Fe', 'gate%20code'])('accepts the code of a custom field in the path: %s', (code) => {
    expect(checkRequest('POST', `/v2/fields/booking/1/${code}`, { value: 'x' })).toEqual([]);
  });

  it.each(['a%2Fb', '100%25', '%zz'])('refuses a code that the platform does not accept in a path: %s', (code) => {
    expect(checkRequest('POST', `/v2/fields/booking/1/${code}`, { value: 'x' })).toEqual([
      expect.stringContaining('path.code: expected a code that can be in a path'),
    ]);
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
