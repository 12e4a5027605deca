import { useState } from 'react'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { EntryPanel } from '../EntryPanel.tsx'
import { useCachedQuery } from '../use-cached-query.ts'
import styles from './Creator.module.css'
import { CreatorPager } from './CreatorPager.tsx'
import { CreatorStatementRow } from './CreatorStatementRow.tsx'

const pageSize = 12

/** Month by month, the newest first; each opens to the stretches of use it sums. */
export function CreatorStatements({ who }: { who: string }) {
  const [page, setPage] = useState(1)
  const { data, error, retry } = useCachedQuery(`creator-statements:${who}:${page}`, async (signal) =>
    (await import('./requests.ts')).listMonthStatements(page, pageSize, signal),
  )
  return (
    <EntryPanel title="月度对账单" note="次月初自动生成并入账">
      <AsyncView data={data} error={error} onRetry={retry} errorTitle="对账单加载失败" skeleton={<Skeleton height={120} />}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState
              title="还没有对账单"
              hint="别人在一个月里用现金余额使用了你的收费镜像，次月初这里就会出现那个月的对账单。"
            />
          ) : (
            <>
              <ul className={styles.statements}>
                {items.map((statement) => (
                  <CreatorStatementRow key={statement.id} statement={statement} />
                ))}
              </ul>
              <CreatorPager page={page} pages={Math.ceil(total / pageSize)} onPage={setPage} label="对账单分页" />
            </>
          )
        }
      </AsyncView>
    </EntryPanel>
  )
}
