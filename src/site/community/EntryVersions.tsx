import { type ListedVersion, VersionTable, type VersionTableProps } from '#src/ui/catalogue/VersionTable.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import styles from './EntryVersions.module.css'

/** Published versions, newest first; each can be viewed on its own. */
export function EntryVersions<V extends ListedVersion>({
  versions,
  chosen,
  columns,
}: Pick<VersionTableProps<V>, 'versions' | 'chosen' | 'columns'>) {
  return (
    <EntryPanel title="版本" note="发布后的版本内容不再变化">
      <VersionTable
        versions={versions}
        chosen={chosen}
        columns={columns}
        current={
          <span>
            {chosen.version}
            <span className={styles.shown}>当前查看</span>
          </span>
        }
        styles={styles}
      />
    </EntryPanel>
  )
}
