import { describeAddress } from './describe-address';

describe('the address of a database, as the console prints it', () => {
  it.each([
    ['mongodb://ada:s3cret@one.example.com:27017,two.example.com/', 'mongodb://one.example.com:27017,two.example.com'],
    ['mongodb+srv://ada:s%40cret@db.example.com/admin?authSource=admin', 'mongodb+srv://db.example.com'],
    ['mongodb://db.example.com/?tlsCertificateKeyFilePassword=s3cret', 'mongodb://db.example.com'],
    ['mongodb://db.example.com?appName=me@home', 'mongodb://db.example.com'],
    ['mongodb://%2Fdata%2Fdatabase.sock', 'mongodb://%2Fdata%2Fdatabase.sock'],
  ])('contains only the hosts of %s', (uri, address) => {
    expect(describeAddress(uri)).toBe(address);
  });
});
