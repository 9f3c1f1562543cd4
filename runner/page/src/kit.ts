// What pages are made of, by one name.
export * from "./keys";
export * from "./model";
export * from "./parts";
export * from "./route";
export * from "./table";
export * from "./words";
