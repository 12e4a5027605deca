import type { ConsolePage } from '#src/admin/define-page.ts'

const modules = import.meta.glob<ConsolePage>('./**/*.page.tsx', { eager: true, import: 'default' })

/** Every page of the back office that is no resource. */
export const all_operator_pages: readonly ConsolePage[] = Object.values(modules)
