import type { Resource } from './define-resource.ts'

const modules = import.meta.glob<Resource>('../features/**/*.resource.tsx', {
  eager: true,
  import: 'default',
})

/** Every declared resource of the console; those of the back office are not downloaded with it. A new `<x>/<x>.resource.tsx` is found by itself. */
export const all_resources: readonly Resource[] = Object.values(modules)
