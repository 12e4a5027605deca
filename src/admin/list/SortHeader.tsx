import { Icon } from '#src/ui/Icon.tsx'
import type { ListState } from '../resource.ts'
import styles from './SortHeader.module.css'

type Order = NonNullable<ListState['sort']>['order']

/** Pressed again and again: up, down, and as the list comes by itself. */
const next = { none: 'asc', asc: 'desc', desc: undefined } as const
const spoken = { asc: 'ascending', desc: 'descending' } as const

interface Props {
  title: string
  align: 'start' | 'end'
  spare: true | undefined
  /** Null where it cannot be sorted by this. */
  order: Order | undefined | null
  onSort: (order: Order | undefined) => void
}

/** The head of a column. */
export function SortHeader({ title, align, spare, order, onSort }: Props) {
  if (order === null)
    return (
      <th data-align={align} data-spare={spare}>
        {title}
      </th>
    )
  return (
    <th data-align={align} data-spare={spare} aria-sort={order ? spoken[order] : 'none'}>
      <button type="button" className={styles.sort} onClick={() => onSort(next[order ?? 'none'])}>
        {title}
        <Icon name="chevron" className={styles.mark} data-order={order} />
      </button>
    </th>
  )
}
