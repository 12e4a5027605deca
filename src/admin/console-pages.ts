import type { ConsolePage } from './define-page.ts'

const modules = import.meta.glob<ConsolePage>('../features/**/*.page.tsx', { eager: true, import: 'default' })

/** Every declared console page. */
export const all_console_pages: readonly ConsolePage[] = Object.values(modules)
