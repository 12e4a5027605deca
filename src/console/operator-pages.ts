import type { ConsolePage } from './define-page.ts'

const modules = import.meta.glob<ConsolePage>('./operator-*/*.page.tsx', { eager: true, import: 'default' })

/** Every page of the back office that is no resource. */
export const all_operator_pages: readonly ConsolePage[] = Object.values(modules)
