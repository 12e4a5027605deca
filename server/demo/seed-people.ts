import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'
import { openSubAccount } from '#server/domains/money/sub-accounts/open-sub-account.service.ts'
import { createAnnouncement } from '#server/domains/notify/announcements/announcements.service.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction } from '#server/tx.ts'

const welcomeText = `欢迎体验。这里的短信、邮件、支付和实名都是沙箱，不产生真实费用。

- 按量计费以秒计，关机即停止计费，数据保留。
- 想让消息发到邮箱或自己的系统，到 [账户信息](/console/account-message) 设置渠道。
- 和同事、学生一起用，到 [子账号](/console/account/sub-account) 给每人划拨额度。`

/** Creates an invitee and a project with a sub-account that has a budget for the demo account, and an announcement, so that no page is empty. */
export async function seedPeople(deps: Deps): Promise<void> {
  const { clock } = deps
  await inTransaction(deps, async (tx) => {
    const repo = demoRepo(tx.db)
    const now = clock.now()
    const master = await repo.userByPhone('13800000001')
    const invitee = await repo.userByPhone('13800000002')
    const admin = await repo.userByPhone('13800000003')
    await repo.inviteUser(invitee.id, master.id)
    const project = { id: newId('project'), name: '视觉组', monthly_fen: 50_000n, gpus_max: 8 }
    const terms = { member_monthly_fen: 5_000n, member_price_max_micro: 5_000_000n, member_instances_max: 2 }
    await repo.insert('projects', [{ ...project, ...terms, master_id: master.id, created_at: now }])
    await openSubAccount(tx, {
      master_id: master.id,
      project_id: project.id,
      holder: { phone: '13800000011', password_hash: master.password_hash },
      name: '标注组',
      price_max: '5',
      instances_max: 2,
      monthly: '50',
      amount: '50',
    })
    const form = { title: '欢迎使用演示环境', content: welcomeText, audience: 'all' as const, publish_at: null }
    await createAnnouncement(tx.db, form, { created_by: admin.id, now })
  })
}
