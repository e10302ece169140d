// Replaces @rushstack/ts-command-line in bundles. umzug loads it for its own command line, which
// Keyhaven does not use. The package and its dependencies would be a tenth of a bundle.
module.exports = { CommandLineAction: class {}, CommandLineParser: class {} };
