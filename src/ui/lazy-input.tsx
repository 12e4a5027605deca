import { type ComponentType, Suspense } from 'react'
import { lazyPart } from './lazy-part.tsx'

/** Creates an input whose code loads on first render; its place is empty until then. */
export function createLazyInput<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazyPart(async () => ({ default: await load() }))
  return function LazyInput(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
