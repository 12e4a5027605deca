import { type ComponentType, Suspense } from 'react'
import { lazyPart } from './lazy-part.tsx'

/** An input that is loaded when it is first shown; its place is empty for that moment. */
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
