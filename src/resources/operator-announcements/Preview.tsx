import { lazy, Suspense } from 'react'

const Markdown = lazy(() => import('#src/kit/markdown/Markdown.tsx').then((module) => ({ default: module.Markdown })))

/** An announcement as its readers see it. */
export function Preview({ content }: { content: string }) {
  return (
    <Suspense fallback={content}>
      <Markdown source={content} />
    </Suspense>
  )
}
