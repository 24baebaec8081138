/** Components that are drawn again only when something given to them changes. */

import { Component, type FunctionComponent, h } from "preact";

export function memo<P extends object>(inner: FunctionComponent<P>): FunctionComponent<P> {
  class Kept extends Component<P> {
    shouldComponentUpdate(next: P): boolean {
      const now = this.props as Record<string, unknown>;
      return Object.entries(next).some(([name, value]) => now[name] !== value);
    }
    render(given: P) {
      return h(inner as FunctionComponent, given);
    }
  }
  return Kept as unknown as FunctionComponent<P>;
}
