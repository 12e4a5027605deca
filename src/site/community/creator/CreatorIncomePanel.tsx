import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { EntryPanel } from '#src/site/community/EntryPanel.tsx'
import { useCachedQuery } from '#src/site/community/use-cached-query.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { CreatorPager } from './CreatorPager.tsx'
import { CreatorStatementRow } from './CreatorStatementRow.tsx'
import styles from './creator.module.css'
import { IncomeMonths } from './IncomeMonths.tsx'
import type { OwnIncomeSummary } from './requests.ts'
import { VersionIncomeTable } from './VersionIncomeTable.tsx'

const pageSize = 12

/** Monthly statements, newest first; each expands to the usage periods it sums. */
function CreatorStatements({ who, summary }: { who: string; summary: OwnIncomeSummary | undefined }) {
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
              {page === 1 && summary && <IncomeMonths statements={items} summary={summary} />}
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

function IncomeFigures({ summary }: { summary: OwnIncomeSummary }) {
  return (
    <dl className={styles.figures}>
      <div>
        <dt>本月至今（预估）</dt>
        <dd>
          <YuanAmount amount={summary.estimate} />
        </dd>
      </div>
      <div>
        <dt>待结清</dt>
        <dd>
          <YuanAmount amount={summary.pending} />
        </dd>
      </div>
      <div>
        <dt>累计已入账</dt>
        <dd>
          <YuanAmount amount={summary.posted} />
        </dd>
      </div>
      <div>
        <dt>收益钱包，含邀请奖励</dt>
        <dd>
          <YuanAmount amount={summary.income_balance} />
        </dd>
      </div>
    </dl>
  )
}

/** Income from use by others: the current month so far, and the statements of earlier months. */
export function CreatorIncomePanel({ who, is_creator: isCreator }: { who: string; is_creator: boolean }) {
  const { data, error, retry } = useCachedQuery(`creator-income:${who}`, async (signal) =>
    (await import('./requests.ts')).getOwnIncomeSummary(signal),
  )
  return (
    <>
      <EntryPanel title="我的收益" {...(isCreator && { note: '创作者' })}>
        <AsyncView data={data} error={error} onRetry={retry} errorTitle="收益加载失败" skeleton={<Skeleton height={160} />}>
          {(summary) => (
            <>
              <IncomeFigures summary={summary} />
              {summary.versions.length > 0 ? (
                <VersionIncomeTable caption={`${summary.month} 至今，按版本`} versions={summary.versions} />
              ) : (
                <p className={styles.quiet}>本月还没有人使用你的收费镜像。</p>
              )}
              <p className={styles.quiet}>
                时长是别人运行的全部时间，收益只算其中用现金余额支付的部分。预估按已结算的扣费计算，退款会使它变化。
                {summary.month} 的对账单在 <TimeText at={summary.next_statement_at} /> 之后生成，创作者得 {summary.share_percent}
                %。
              </p>
              {Number(summary.pending) > 0 && (
                <p className={styles.quiet}>待结清是使用者还欠着的部分：付清之后自动入账，一直不付就不会有。</p>
              )}
              <p className={styles.ways}>
                <Link className={`${controls.button} ${controls.plain}`} to={paths.newWithdrawal}>
                  提现收益
                </Link>
                <Link className={`${controls.button} ${controls.quiet}`} to={paths.communityImageRelease}>
                  发布镜像
                </Link>
              </p>
            </>
          )}
        </AsyncView>
      </EntryPanel>
      <CreatorStatements who={who} summary={data} />
    </>
  )
}
