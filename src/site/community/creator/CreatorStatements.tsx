import { useState } from 'react'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Panel } from '../EntryPanel.tsx'
import { useAnswer } from '../use-cached-query.ts'
import styles from './Creator.module.css'
import { Pager } from './CreatorPager.tsx'
import { StatementRow } from './CreatorStatementRow.tsx'

const page_size = 12

/** Month by month, the newest first; each opens to the stretches of use it sums. */
export function Statements({ who }: { who: string }) {
  const [page, setPage] = useState(1)
  const { data, error, retry } = useAnswer(`creator-statements:${who}:${page}`, async (signal) =>
    (await import('./requests.ts')).ownStatements(page, page_size, signal),
  )
  return (
    <Panel title="月度对账单" note="次月初自动生成并入账">
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
                  <StatementRow key={statement.id} statement={statement} />
                ))}
              </ul>
              <Pager page={page} pages={Math.ceil(total / page_size)} onPage={setPage} label="对账单分页" />
            </>
          )
        }
      </AsyncView>
    </Panel>
  )
}
