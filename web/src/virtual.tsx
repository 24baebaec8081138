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
  /** Rows of a list box have names made from it. */
  id?: string;
  class?: string;
  dir?: "ltr" | "rtl";
  role?: "list" | "listbox";
  /** The row of a list box that is chosen; -1 for none. */
  selected?: number;
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
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
  const whole = usePrinting() && given.count <= MOST_PRINTED;
  const rows = list.getVirtualItems();
  const drawn = rows.some((row) => row.index === given.selected);
  return (
    <>
      {whole ? <div class="paper" dir={given.dir}>{Array.from({ length: given.count }, (_, number) => <div key={number}>{given.row(number)}</div>)}</div> : null}
      <div
        ref={element}
        id={given.id}
        class={`virtual ${given.class ?? ""}${whole ? " replaced" : ""}`}
        tabIndex={0}
        role={given.role ?? "region"}
        aria-label={given.label}
        aria-activedescendant={drawn ? `${given.id}-${given.selected}` : undefined}
        dir={given.dir}
        onClick={given.onClick}
        onKeyDown={given.onKeyDown}
        // not higher than its contents and the frame
        style={{ maxHeight: `${Math.max(40, list.getTotalSize()) + 2}px` }}
      >
        <div class="virtual-all" role="presentation" style={{ height: `${list.getTotalSize()}px` }}>
          <div class="virtual-seen" role="presentation" style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}>
            {rows.map((row) => (
              <div key={row.key as number} data-index={row.index} ref={list.measureElement} {...rowRole(given, row.index)}>
                {given.row(row.index)}
              </div>
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

/** Lists of up to so many rows are printed whole. */
const MOST_PRINTED = 2000;

/** Whether the page is being printed. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const [begin, end] = [() => setPrinting(true), () => setPrinting(false)];
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return printing;
}

/** What a row is to a screen reader, and which of how many. */
function rowRole({ id, role, count, selected }: Properties, index: number) {
  if (!role) return {};
  const place = { "aria-setsize": count, "aria-posinset": index + 1 };
  return role === "list" ? { role: "listitem" as const, ...place } : { role: "option" as const, id: `${id}-${index}`, "aria-selected": index === selected, ...place };
}
