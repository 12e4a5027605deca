import { Suspense } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'

const LazyMarkdown = lazyPart<{ source: string }>(async () => ({
  default: (await import('#src/ui/markdown/Markdown.tsx')).Markdown,
}))

/** Markdown preview as readers see it; its code loads once there is text to render. */
export const MarkdownPreview = ({ source }: { source: string }) =>
  source.trim() ? (
    <Suspense fallback={<SkeletonRows rows={6} columns={1} />}>
      <LazyMarkdown source={source} />
    </Suspense>
  ) : (
    <>还没有内容。</>
  )
