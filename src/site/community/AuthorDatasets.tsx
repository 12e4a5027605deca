import { author_rules } from './author-rules.ts'
import { Entries, page_size } from './CommunityEntries.tsx'
import { DataSetCard } from './PublicDatasetCard.tsx'
import { useAnswer } from './use-cached-query.ts'
import { useAsked } from './use-community-query.ts'

/** The data sets of one author, what is used most first. */
export function AuthorDataSets({ author }: { author: string }) {
  const { asked } = useAsked(author_rules)
  const { page } = asked
  const answer = useAnswer(`author-data-sets/${author}/${page}`, async (signal) =>
    (await import('./requests.ts')).listDataSets({ author, page, page_size, sort: 'uses', order: 'desc' }, signal),
  )
  return (
    <Entries what="数据集" answer={answer} asked={asked} narrowed={false}>
      {(set) => <DataSetCard key={set.id} set={set} />}
    </Entries>
  )
}
