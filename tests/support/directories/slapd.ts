import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ldapCertificate } from '#tests/support/directories/ldap-certificate.ts'

const program = '/usr/sbin/slapd'
export const hasSlapd = existsSync(program)
export const ldapBase = 'dc=school,dc=edu,dc=cn'
const administrator = { dn: `cn=admin,${ldapBase}`, password: 'searching' }

const config = (dir: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include /etc/ldap/schema/nis.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${dir}/slapd.pid
TLSCertificateFile ${dir}/cert.pem
TLSCertificateKeyFile ${dir}/key.pem
database mdb
directory ${dir}/data
suffix "${ldapBase}"
rootdn "${administrator.dn}"
rootpw ${administrator.password}
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by users read by anonymous none
`

const entries = `
dn: ${ldapBase}
objectClass: dcObject
objectClass: organization
o: school
dc: school

dn: ou=people,${ldapBase}
objectClass: organizationalUnit
ou: people

dn: uid=zhang,ou=people,${ldapBase}
objectClass: inetOrgPerson
uid: zhang
cn: 张三
sn: 张
mail: zhang@school.edu.cn
userPassword: a password that is far longer than sixteen

dn: uid=li(si),ou=people,${ldapBase}
objectClass: inetOrgPerson
uid: li(si)
cn: 李四
sn: 李
userPassword: short
`

async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function waitForPort(port: number, host: string): Promise<void> {
  for (;;) {
    const socket = connect(port, host)
    const open = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(
      () => false,
    )
    socket.destroy()
    if (open) return
    await pause(20)
  }
}

/** Starts OpenLDAP with two people and no group; at an address other than the usual one a client must encrypt. */
export async function startSlapd(host = '127.0.0.1') {
  const dir = mkdtempSync(join(tmpdir(), 'slapd-'))
  mkdirSync(join(dir, 'data'))
  writeFileSync(join(dir, 'slapd.conf'), config(dir))
  writeFileSync(join(dir, 'cert.pem'), ldapCertificate.cert)
  writeFileSync(join(dir, 'key.pem'), ldapCertificate.key)
  execFileSync('/usr/sbin/slapadd', ['-f', join(dir, 'slapd.conf')], { input: entries })
  const port = await findFreePort(host)
  const address = `ldap://${host}:${port}`
  const start = async () => {
    const server = spawn(program, ['-f', join(dir, 'slapd.conf'), '-h', address, '-d', '0'], { stdio: 'ignore' })
    await waitForPort(port, host)
    return server
  }
  let server = await start()
  const asAdministrator = ['-x', '-H', address, '-D', administrator.dn, '-w', administrator.password]
  const stop = async () => {
    server.kill()
    await once(server, 'close')
  }
  return {
    address,
    administrator,
    /** Applies changes written as LDIF. */
    change: (ldif: string) => execFileSync('ldapmodify', asAdministrator, { input: ldif, stdio: ['pipe', 'ignore', 'inherit'] }),
    stop,
    start: async () => {
      server = await start()
    },
    close: async () => {
      if (server.exitCode === null && server.signalCode === null) await stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
