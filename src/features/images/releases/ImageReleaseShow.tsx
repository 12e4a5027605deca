import { useInvalidate } from '@refinedev/core'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ImageReleaseDetail } from '#contract/image-releases.ts'
import { useRowActions } from '#src/admin/actions/use-row-actions.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { paths } from '#src/paths.ts'
import { listPopularity } from '#src/ui/catalogue/popularity.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './ReleaseVersionPanel.module.css'
import { ReleaseVersionPanel } from './ReleaseVersionPanel.tsx'

const pollMs = 5000

/** Polls while a version is being prepared, in case the event stream is down. */
function usePollWhilePreparing({ id, versions }: Pick<ImageReleaseDetail, 'id' | 'versions'>): void {
  const invalidate = useInvalidate()
  const preparing = versions.some(({ state }) => state === 'preparing')
  useEffect(() => {
    if (!preparing) return
    const timer = setInterval(() => void invalidate({ resource: 'images-releases', id, invalidates: ['list', 'detail'] }), pollMs)
    return () => clearInterval(timer)
  }, [preparing, id, invalidate])
}

function ReleaseEntry({ resource, row }: { resource: Resource; row: Row }) {
  const entry = row as unknown as ImageReleaseDetail
  const navigate = useNavigate()
  const { actions, run, dialog } = useRowActions(resource)
  usePollWhilePreparing(entry)
  return (
    <>
      <PageHeading
        title={entry.name}
        meaning={entry.summary}
        trail={[{ label: resource.label, to: resource.path }]}
        aside={
          entry.original && (
            <ToneTag tone="primary" icon="check">
              原创
            </ToneTag>
          )
        }
        actions={
          <>
            {actions
              .filter(({ name, allowed }) => name !== 'version' && allowed?.(row) !== false)
              .map((action) => (
                <Button key={action.name} icon={action.icon} onClick={() => run(action, row)}>
                  {action.label}
                </Button>
              ))}
            <Button
              type="primary"
              icon={<Icon name="plus" />}
              onClick={() => void navigate(paths.releaseImageOf({ id: entry.id }))}
            >
              发布新版本
            </Button>
          </>
        }
      />
      <PagePanel title="版本" extra={<span className={styles.quiet}>{listPopularity(entry).join(' · ')}</span>}>
        <ul className={styles.versions}>
          {entry.versions.map((version) => (
            <ReleaseVersionPanel key={version.id} entry={entry} version={version} />
          ))}
        </ul>
      </PagePanel>
      {dialog}
    </>
  )
}

/** An own community entry: all versions with their states and available actions. */
export default function ImageReleaseShow({ resource }: { resource: Resource }) {
  return <RowView resource={resource}>{(row) => <ReleaseEntry key={row.id} resource={resource} row={row} />}</RowView>
}
