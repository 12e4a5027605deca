/** Imported lazily: the steps are shown before the HTTP client has loaded. */

import { imageReleases } from '#contract/image-releases.ts'
import { limits } from '#contract/limits.ts'
import { privateImages } from '#contract/private-images.ts'
import { callEndpoint } from '#src/api/call.ts'

export interface ImageReleaseProgress {
  /** Private images that can be published. */
  sources: number
  waiting: number
  refused: number
  published: number
  uses: number
}

/** Loads a user's progress in publishing images. */
export async function loadImageReleaseProgress(signal: AbortSignal): Promise<ImageReleaseProgress> {
  const [own, entries] = await Promise.all([
    callEndpoint(privateImages.list, { query: { state: 'ready', page_size: 1 } }, { signal }),
    callEndpoint(imageReleases.list, { query: { page_size: limits.pageSizeMax } }, { signal }),
  ])
  const newest = entries.data.flatMap(({ versions }) => versions.slice(0, 1))
  return {
    sources: own.total,
    waiting: newest.filter(({ state }) => state === 'preparing' || state === 'pending').length,
    refused: newest.filter(({ state }) => state === 'refused' || state === 'failed').length,
    published: entries.data.filter((entry) => entry.public).length,
    uses: entries.data.reduce((sum, { uses }) => sum + uses, 0),
  }
}
