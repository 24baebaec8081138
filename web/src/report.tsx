/** The report's page. */

import { render } from "preact";
import { App, startOn } from "./app";
import { overview } from "./data";
import "./style.css";

const place = document.getElementById("app") as HTMLElement;

overview().then(
  (report) => {
    place.replaceChildren();
    startOn(report);
    render(<App report={report} />, place);
  },
  (error: unknown) => {
    place.textContent = `The report cannot be read: ${error}`;
  },
);
