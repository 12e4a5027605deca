import {
  type Directories,
  type DirectoryConnection,
  DirectoryFault,
  type DirectoryFaultReason,
  type DirectoryPerson,
  type DirectoryVisitSecrets,
} from '#server/ports/directory.ts'

/** A directory whose people and troubles a test decides on. The code of its answers, and the user name, is the subject. */
export function createFakeDirectories() {
  const people = new Map<string, DirectoryPerson & { password: string }>()
  const asked: { connection: DirectoryConnection; visit?: DirectoryVisitSecrets }[] = []
  let fault: DirectoryFaultReason | undefined

  const answer = async <T>(value: () => T): Promise<T> => {
    if (fault) throw new DirectoryFault(fault, '说明')
    return value()
  }
  const toPerson = (subject: string): DirectoryPerson | undefined => {
    const known = people.get(subject)
    if (!known) return undefined
    const { password: _, ...person } = known
    return person
  }
  const port: Directories = {
    begin: (connection, visit) =>
      answer(() => {
        asked.push({ connection, visit })
        return `https://sso.school.edu.cn/login?state=${visit.state}`
      }),
    finish: (connection, visit, query) =>
      answer(() => {
        asked.push({ connection, visit })
        const person = toPerson(new URLSearchParams(query).get('code') ?? '')
        if (!person) throw new DirectoryFault('refused', '组织没有同意这次登录，请重新登录')
        return person
      }),
    checkPassword: (_, login) =>
      answer(() => {
        const subject = 'subject' in login ? login.subject : login.username
        return people.get(subject)?.password === login.password ? toPerson(subject)! : null
      }),
    find: (_, subject) => answer(() => toPerson(subject) ?? null),
    probe: () => answer(() => '已应答'),
  }
  return {
    port,
    people,
    /** What was asked of it, and for which visit. */
    asked,
    add: (subject: string, groups: string[] = [], more: Partial<DirectoryPerson & { password: string }> = {}) =>
      void people.set(subject, { subject, name: `同学${subject}`, email: null, groups, password: 'secret', ...more }),
    fail: (reason: DirectoryFaultReason | undefined) => {
      fault = reason
    },
  }
}
