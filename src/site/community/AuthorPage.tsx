import { Link, useSearchParams } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import type { CommunityAuthor } from '#contract/community.ts'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { useTitle } from '#src/site/use-title.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import styles from './AuthorPage.module.css'
import { CommunityEntries, entriesPageSize } from './CommunityEntries.tsx'
import { type CommunityListRules, isEntryId } from './community-query.ts'
import frame from './EntryDetailFrame.module.css'
import { EntryDetailSkeleton } from './EntryDetailSkeleton.tsx'
import { PublicDatasetCard } from './PublicDatasetCard.tsx'
import { PublicImageCard } from './PublicImageCard.tsx'
import { useCachedQuery } from './use-cached-query.ts'
import { useCommunityQuery } from './use-community-query.ts'

/** The author and the kind of work, which every page of the list keeps in its URL. */
const authorListRules: CommunityListRules<'id' | 'tab'> = {
  sorts: [{ value: '', label: '使用最多', sort: 'uses' }],
  filters: { id: isEntryId, tab: (value) => value === 'data_set' },
}

/** The data sets of one author, most used first. */
function AuthorDatasets({ author }: { author: string }) {
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

/** The images of one author, most used first. */
function AuthorImages({ author }: { author: string }) {
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

const authorTabs = [
  { value: '', label: '镜像' },
  { value: 'data_set', label: '数据集' },
]

function AuthorProfile({ author }: { author: CommunityAuthor }) {
  const [search] = useSearchParams()
  const chosen = search.get('tab') === 'data_set' ? 'data_set' : ''
  const figures: [string, string][] = [
    ['公开镜像', `${author.images} 个`],
    ['公开数据集', `${author.data_sets} 个`],
    ['被使用', `${author.uses} 次`],
    ['被收藏', `${author.stars} 次`],
  ]
  const addressOf = (tab: string) => new URLSearchParams({ id: author.id, ...(tab && { tab }) }).toString()
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.name}>
          {author.nickname}
          {author.is_creator && (
            <ToneTag tone="primary" icon="check">
              创作者
            </ToneTag>
          )}
        </h1>
        {author.creator_since && (
          <p className={styles.since}>
            <TimeText at={author.creator_since} /> 成为创作者
          </p>
        )}
        <dl className={styles.figures}>
          {figures.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <nav className={styles.tabs} aria-label="作品">
        {authorTabs.map(({ value, label }) => (
          <Link
            key={value}
            className={styles.tab}
            to={{ search: addressOf(value) }}
            aria-current={value === chosen ? 'page' : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </nav>
      {chosen === 'data_set' ? <AuthorDatasets author={author.id} /> : <AuthorImages author={author.id} />}
    </>
  )
}

/** An author of the community and everything they published (product §7). */
export default function AuthorPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const hydrated = useHydrated()
  const answer = useCachedQuery(isEntryId(id) ? `author/${id}` : null, async (signal) =>
    (await import('./requests.ts')).loadCommunityAuthor(id, signal),
  )
  const data = answer.data?.id === id ? answer.data : undefined
  useTitle(data?.nickname ?? '作者')
  const gone = (hydrated && !isEntryId(id)) || (isApiError(answer.error) && answer.error.code === resultCodes.not_found.code)
  return (
    <div className={frame.page}>
      <nav aria-label="面包屑" className={frame.back}>
        <Link to={paths.communityImages}>
          <Icon name="chevron" className={frame.arrow} />
          社区镜像
        </Link>
      </nav>
      {gone ? (
        <>
          <h1 className="visually-hidden">作者不存在</h1>
          <EmptyState
            title="没有这位作者"
            hint="可能已经没有公开的作品。"
            action={
              <Link className={`${controls.button} ${controls.plain}`} to={paths.communityImages}>
                浏览社区镜像
              </Link>
            }
          />
        </>
      ) : (
        <AsyncView {...answer} data={data} onRetry={answer.retry} errorTitle="作者加载失败" skeleton={<EntryDetailSkeleton />}>
          {(author) => <AuthorProfile author={author} />}
        </AsyncView>
      )}
    </div>
  )
}
