/** Long lists of which only the rows in view are in the page. */

import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";

interface Properties {
  count: number;
  estimate: number;
  /** The row to bring into view; each new `goal` object scrolls once. */
  goal?: { row: number } | null;
  label: string;
  class?: string;
  dir?: "ltr" | "rtl";
  role?: "list";
  onClick?: (event: MouseEvent) => void;
  row: (number: number) => ComponentChildren;
}

export function VirtualList(given: Properties) {
  const element = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const options = {
    count: given.count,
    getScrollElement: () => element.current,
    estimateSize: () => given.estimate,
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(0),
  };
  const [list] = useState(() => new Virtualizer<HTMLDivElement, HTMLElement>(options));
  list.setOptions(options);
  useEffect(() => list._didMount(), []);
  useLayoutEffect(() => list._willUpdate());
  useLayoutEffect(() => {
    if (given.goal) list.scrollToIndex(given.goal.row, { align: "center" });
  }, [given.goal]);
  const rows = list.getVirtualItems();
  return (
    <div
      ref={element}
      class={`virtual ${given.class ?? ""}`}
      tabIndex={0}
      role={given.role === "list" ? "list" : "region"}
      aria-label={given.label}
      dir={given.dir}
      onClick={given.onClick}
      // no higher than what is in it, and the frame
      style={{ maxHeight: `${Math.max(40, list.getTotalSize()) + 2}px` }}
    >
      <div class="virtual-all" role="presentation" style={{ height: `${list.getTotalSize()}px` }}>
        <div class="virtual-seen" role="presentation" style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}>
          {rows.map((row) => (
            <div
              key={row.key as number}
              data-index={row.index}
              ref={list.measureElement}
              role={given.role === "list" ? "listitem" : undefined}
              aria-setsize={given.role === "list" ? given.count : undefined}
              aria-posinset={given.role === "list" ? row.index + 1 : undefined}
            >
              {given.row(row.index)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
