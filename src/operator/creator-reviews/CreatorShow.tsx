import { creatorAuditStates } from '#contract/creator-labels.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import { operatorCreators } from '#contract/operator/creators.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import type { Resource } from '#src/admin/resource.ts'
import CaseShow from '#src/operator/shared/CaseShow.tsx'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { creatorReviewStyles } from './creator-review-styles.ts'

type CreatorApplication = EndpointData<typeof operatorCreators.get>

const ApplicationLinks = ({ links }: Pick<CreatorApplication, 'links'>) => (
  <PagePanel title="链接">
    <SettingRows>
      {links.map((link) => (
        <SettingRow
          key={link}
          title={
            // entered by an applicant: the link must not pass on anything about this page
            <a href={link} target="_blank" rel="noopener noreferrer nofollow">
              {link}
            </a>
          }
        />
      ))}
    </SettingRows>
  </PagePanel>
)

const EarlierApplicationsPanel = ({ earlier }: Pick<CreatorApplication, 'earlier'>) => (
  <PagePanel title="这个账号的其他申请">
    <SettingRows>
      {earlier.map(({ id, state, reason, submitted_at: submittedAt, revoked_reason: revokedReason }) => (
        <SettingRow
          key={id}
          title={<TimeText at={submittedAt} />}
          state={<StateTag state={state} looks={creatorReviewStyles} words={creatorAuditStates} />}
        >
          {reason ?? (revokedReason && `之后收回：${revokedReason}`)}
        </SettingRow>
      ))}
    </SettingRows>
  </PagePanel>
)

/** A creator application: text, links, earlier applications and history. */
export default function CreatorShow({ resource }: { resource: Resource }) {
  return (
    <CaseShow resource={resource} of={operatorCreators.get}>
      {(one) => (
        <>
          {one.links.length > 0 && <ApplicationLinks links={one.links} />}
          {one.earlier.length > 0 && <EarlierApplicationsPanel earlier={one.earlier} />}
        </>
      )}
    </CaseShow>
  )
}
