import { lookWords, type NightLook } from './domain/night-words';

const looks = Object.keys(lookWords) as NightLook[];
const bars = [
  ['booking', 'Guest booking'],
  ['booking pending', 'Pending booking'],
  ['owner', 'Owner booking'],
  ['block', 'Block'],
  ['quote_hold', 'Hold of a quote'],
  ['linked_availability', 'Linked property'],
  ['booking overbooked', 'Overbooked'],
] as const;

/** The legend of the chart: what its colours and textures mean. */
export function Legend(): JSX.Element {
  return (
    <details class="legend">
      <summary>Legend</summary>
      <ul>
        {looks.map((look) => (
          <li>
            <span class={`swatch night ${look}`} />
            <span safe>{lookWords[look]}</span>
          </li>
        ))}
        {bars.map(([look, words]) => (
          <li>
            <span class={`swatch stay-bar ${look}`} />
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <p class="soft">
        A night is drawn from the middle of its day to the middle of the next day, so that departure and arrival share a
        day. The numbers are nightly rates.
      </p>
    </details>
  );
}
