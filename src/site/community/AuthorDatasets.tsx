import { authorListRules } from './author-rules.ts'
import { CommunityEntries, entriesPageSize } from './CommunityEntries.tsx'
import { PublicDatasetCard } from './PublicDatasetCard.tsx'
import { useCachedQuery } from './use-cached-query.ts'
import { useCommunityQuery } from './use-community-query.ts'

/** The data sets of one author, what is used most first. */
export function AuthorDatasets({ author }: { author: string }) {
  const { asked } = useCommunityQuery(authorListRules)
  const { page } = asked
  const answer = useCachedQuery(`author-data-sets/${author}/${page}`, async (signal) =>
    (await import('./requests.ts')).loadCommunityDatasets(
      { author, page, page_size: entriesPageSize, sort: 'uses', order: 'desc' },
      signal,
    ),
  )
  return (
    <CommunityEntries what="数据集" answer={answer} asked={asked} narrowed={false}>
      {(set) => <PublicDatasetCard key={set.id} set={set} />}
    </CommunityEntries>
  )
}
