import { authorListRules } from './author-rules.ts'
import { CommunityEntries, entriesPageSize } from './CommunityEntries.tsx'
import { PublicImageCard } from './PublicImageCard.tsx'
import { useCachedQuery } from './use-cached-query.ts'
import { useCommunityQuery } from './use-community-query.ts'

/** The images of one author, what is used most first. */
export function AuthorImages({ author }: { author: string }) {
  const { asked } = useCommunityQuery(authorListRules)
  const { page } = asked
  const answer = useCachedQuery(`author-images/${author}/${page}`, async (signal) =>
    (await import('./requests.ts')).loadCommunityImages(
      { author, page, page_size: entriesPageSize, sort: 'uses', order: 'desc' },
      signal,
    ),
  )
  return (
    <CommunityEntries what="镜像" answer={answer} asked={asked} narrowed={false}>
      {(image) => <PublicImageCard key={image.id} image={image} />}
    </CommunityEntries>
  )
}
