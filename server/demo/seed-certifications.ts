import { computeCreditCodeCheck } from '#contract/tax-number.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'
import { reencodePicture } from '#server/domains/accounts/pictures/pictures.service.ts'
import { type CertificationInput, createPendingCertification } from '#server/domains/accounts/users/certification.service.ts'
import { inTransaction } from '#server/tx.ts'

const creditCodeHead = '91110108MA01ZSTX7'

/** One company and one university waiting for review (product §6). */
const demoPapers: readonly { phone: string; paper: CertificationInput }[] = [
  {
    phone: '13800000002',
    paper: {
      kind: 'company',
      organisation: '北京远景智能科技有限公司',
      number: creditCodeHead + computeCreditCodeCheck(creditCodeHead),
      person: '周远',
    },
  },
  {
    phone: '13800000005',
    paper: {
      kind: 'university',
      organisation: '清河大学',
      number: '2026012345',
      standing: 'student',
      email: 'chen@qinghe.edu.cn',
    },
  },
]

const drawBar = (x: number, y: number, width: number) =>
  `<rect x="${x}" y="${y}" width="${width}" height="18" rx="4" fill="#8592a6"/>`

/** A drawn placeholder with text lines and a seal; not a real document. */
const paperSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="850"><rect width="1200" height="850" fill="#f5f7fa"/>
<rect x="40" y="40" width="1120" height="770" fill="none" stroke="#1d4ed8" stroke-width="8"/><rect x="420" y="100" width="360" height="44" rx="6" fill="#0f172a"/>
${[240, 310, 380, 450, 520].map((y, n) => drawBar(130, y, 120) + drawBar(290, y, 620 - n * 70)).join('')}
<circle cx="930" cy="640" r="96" fill="none" stroke="#c81e1e" stroke-width="12"/></svg>`

export const drawDemoPaper = async (): Promise<Buffer> => (await import('sharp')).default(Buffer.from(paperSvg)).png().toBuffer()

/** Submits the certificates of the demo accounts, as their owners would. */
export async function seedCertifications(deps: Deps): Promise<void> {
  const bytes = await drawDemoPaper()
  const file = await reencodePicture({ bytes }, 'certification')
  for (const { phone, paper } of demoPapers) {
    const userId = await demoRepo(deps.database.kysely).userId(phone)
    const by = { user_id: userId, ip: '127.0.0.1' }
    await inTransaction(deps, (tx) => createPendingCertification(tx, by, paper, file))
  }
}
