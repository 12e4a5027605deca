import type { Resource } from '#src/admin/define-resource.ts'

const modules = import.meta.glob<Resource>('./**/*.resource.tsx', { eager: true, import: 'default' })

/** Every declared resource of the back office. A new `operator-<x>/operator-<x>.resource.tsx` is found by itself. */
export const all_operator_resources: readonly Resource[] = Object.values(modules)
