import type { ReactNode } from 'react'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'

interface PriceVersionRow {
  id: string
  version: number
  since: string
  until: string | null
}

interface Props<R extends PriceVersionRow> {
  title: string
  /** What `useEndpoint` returned, newest version first. */
  versions: { data: readonly R[] | undefined; error: unknown; refetch: () => unknown }
  /** The prices of a version, and what was sold at it. */
  figures: readonly { title: string; render: (row: R) => ReactNode }[]
}

/** Every version of a price: its number, when it applied, its prices, and what was sold at it. */
export function PriceVersionsPanel<R extends PriceVersionRow>({ title, versions, figures }: Props<R>) {
  const { data, error, refetch } = versions
  return (
    <PagePanel title={title} flush>
      <AsyncView data={data} error={error} onRetry={() => void refetch()} skeleton={<SkeletonRows rows={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="还没有价格" hint="申请调价并获批后出现第 1 版。" />
          ) : (
            <MoneyTable
              caption={title}
              heads={['版本', '生效', '失效', ...figures.map((figure) => figure.title)]}
              numbers={3}
              rows={rows.map((row) => ({
                key: row.id,
                cells: [
                  `第 ${row.version} 版`,
                  <TimeText key="since" at={row.since} />,
                  <TimeText key="until" at={row.until} none="现行" />,
                  ...figures.map(({ render }) => render(row)),
                ],
              }))}
            />
          )
        }
      </AsyncView>
    </PagePanel>
  )
}
