/** Data of a document that arrive after the component is drawn. */

import { useEffect, useState } from "preact/hooks";

export interface Loaded<T> {
  value?: T;
  failure?: string;
}

export function useLoaded<T>(load: () => Promise<T>, of: unknown[]): Loaded<T> {
  const [state, setState] = useState<{ of: unknown[]; loaded: Loaded<T> }>({ of: [], loaded: {} });
  useEffect(() => {
    let wanted = true;
    const settle = (loaded: Loaded<T>) => wanted && setState({ of, loaded });
    load().then((value) => settle({ value }), (error: unknown) => settle({ failure: String(error) }));
    return () => {
      wanted = false;
    };
  }, of);
  // meanwhile, data of another document are not shown
  const current = of.every((one, place) => one === state.of[place]) && state.of.length === of.length;
  return current ? state.loaded : {};
}
