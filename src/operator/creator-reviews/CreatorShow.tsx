import { creator_audit_states } from '#contract/creator-labels.ts'
import type { DataOf } from '#contract/endpoint.ts'
import type { operator_creators } from '#contract/operator/creators.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { TagOf } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { creator_looks } from './creator-review-styles.ts'

type Application = DataOf<typeof operator_creators.get>

const Links = ({ links }: Pick<Application, 'links'>) => (
  <Panel title="链接">
    <SettingRows>
      {links.map((link) => (
        <SettingRow
          key={link}
          title={
            // what an applicant wrote: nothing of this page goes with the click
            <a href={link} target="_blank" rel="noopener noreferrer nofollow">
              {link}
            </a>
          }
        />
      ))}
    </SettingRows>
  </Panel>
)

const Earlier = ({ earlier }: Pick<Application, 'earlier'>) => (
  <Panel title="这个账号的其他申请">
    <SettingRows>
      {earlier.map(({ id, state, reason, submitted_at, revoked_reason }) => (
        <SettingRow
          key={id}
          title={<TimeText at={submitted_at} />}
          state={<TagOf state={state} looks={creator_looks} words={creator_audit_states} />}
        >
          {reason ?? (revoked_reason && `之后收回：${revoked_reason}`)}
        </SettingRow>
      ))}
    </SettingRows>
  </Panel>
)

/** An application: what was written, where to look, what there was before, and who did what. */
export default function CreatorShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const one = row as unknown as Application
        return (
          <Parts>
            {one.links.length > 0 && <Links links={one.links} />}
            {one.earlier.length > 0 && <Earlier earlier={one.earlier} />}
            <History resource={resource} id={row.id} />
          </Parts>
        )
      }}
    </Show>
  )
}
