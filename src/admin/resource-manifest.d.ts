/** Made by scripts/web/resource-manifest.ts of what is declared below `src/features`. */
declare module 'virtual:resources/console' {
  export const resources: readonly import('./resource-entry.ts').ResourceEntry[]
  export const pages: readonly import('./define-page.ts').ConsolePage[]
}

/** The same of the back office: what is declared below `src/operator`. */
declare module 'virtual:resources/operator' {
  export const resources: readonly import('./resource-entry.ts').ResourceEntry[]
  export const pages: readonly import('./define-page.ts').ConsolePage[]
}
