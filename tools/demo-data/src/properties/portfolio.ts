import { asia } from './portfolio/asia';
import { britishIsles } from './portfolio/british-isles';
import { centralEurope } from './portfolio/central-europe';
import { easternAmerica } from './portfolio/eastern-america';
import { southernEurope } from './portfolio/southern-europe';
import { southernHemisphere } from './portfolio/southern-hemisphere';
import { westernAmerica } from './portfolio/western-america';
import type { PortfolioEntry } from './portfolio-entry';

/** Every property of the demo account; a house stands before its rooms. */
export const portfolio: readonly PortfolioEntry[] = [
  ...britishIsles,
  ...southernEurope,
  ...centralEurope,
  ...asia,
  ...easternAmerica,
  ...westernAmerica,
  ...southernHemisphere,
];
