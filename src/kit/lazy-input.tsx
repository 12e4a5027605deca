import { type ComponentType, lazy, Suspense } from 'react'

/** An input that is loaded when it is first shown; its place is empty for that moment. */
export function lazyInput<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: (await load()) as ComponentType<object> }))
  return function LazyInput(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
