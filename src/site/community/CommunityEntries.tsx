import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { PageLinks } from '#src/site/PageLinks.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { placeholderKeys, Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './CommunityEntries.module.css'
import card from './CommunityEntryCard.module.css'
import { buildCommunitySearch, type CommunityQuery, countCommunityFilters } from './community-query.ts'
import type { EntryPage } from './requests.ts'
import type { CachedQuery } from './use-cached-query.ts'

const CardSkeletons = () => (
  <ul className={styles.cards} aria-hidden="true">
    {placeholderKeys.map((key) => (
      <li key={key} className={card.card} data-waiting>
        <Skeleton width="56%" height={24} />
        <Skeleton />
        <Skeleton width="72%" />
      </li>
    ))}
  </ul>
)

export const entriesPageSize = 12

interface Props<T> {
  /** 镜像 */
  what: string
  answer: CachedQuery<EntryPage<T>>
  asked: CommunityQuery
  /** A removable filter narrows the list. */
  narrowed?: boolean
  children: (item: T) => ReactNode
}

/** One page of cards, or the reason there is none and what to do. */
export function CommunityEntries<T>({ what, answer, asked, narrowed = countCommunityFilters(asked) > 0, children }: Props<T>) {
  const go = (search: string, words: string) => (
    <Link className={`${controls.button} ${controls.plain}`} to={{ search }}>
      {words}
    </Link>
  )
  return (
    <div className={styles.entries} aria-busy={answer.stale}>
      <AsyncView {...answer} onRetry={answer.retry} errorTitle={`${what}加载失败`} skeleton={<CardSkeletons />}>
        {({ items, total }) => {
          if (items.length === 0 && asked.page > 1)
            return (
              <EmptyState title={`这一页没有${what}`} action={go(buildCommunitySearch({ ...asked, page: 1 }), '回到第一页')} />
            )
          if (items.length === 0 && narrowed)
            return (
              <EmptyState
                title={`没有符合条件的${what}`}
                hint="换一个关键词，或去掉一些筛选条件"
                action={go(buildCommunitySearch({ ...asked, page: 1, filters: {} }), '清空筛选')}
              />
            )
          if (items.length === 0) return <EmptyState title={`还没有公开的${what}`} hint="审核通过后会出现在这里" />
          return (
            <>
              <ul className={styles.cards}>{items.map(children)}</ul>
              <PageLinks
                className={styles.pages}
                page={asked.page}
                pages={Math.ceil(total / entriesPageSize)}
                searchOf={(page) => buildCommunitySearch({ ...asked, page })}
              />
            </>
          )
        }}
      </AsyncView>
    </div>
  )
}
