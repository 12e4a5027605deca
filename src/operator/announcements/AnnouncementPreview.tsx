import { Suspense } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const Markdown = lazyPart(async () => ({ default: (await import('#src/ui/markdown/Markdown.tsx')).Markdown }))

/** Preview of an announcement as its readers see it. */
export function AnnouncementPreview({ content }: { content: string }) {
  return (
    <Suspense fallback={content}>
      <Markdown source={content} />
    </Suspense>
  )
}
