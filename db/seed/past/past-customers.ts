import type { CustomerRow } from '../../tables/customers.ts';
import { newRowId, type Random } from '../random.ts';
import { demoCustomers } from './demo-customers.ts';

export function generateCustomers(moments: Date[], random: Random): CustomerRow[] {
  const known: CustomerRow[] = [];
  const people = generateNames();
  return moments.map((at) => {
    const newcomer = known.length === 0 || random.chance(0.62) ? people.next().value : undefined;
    if (!newcomer) return random.pick(known);
    const customer = { id: newRowId(), ...newcomer, createdAt: at.toISOString(), erasedAt: null };
    known.push(customer);
    return customer;
  });
}

function* generateNames(): Generator<{ name: string; email: string }, undefined> {
  const taken = new Set<string>();
  for (let round = 0; round < demoCustomers.length; round += 1) {
    for (const [index, person] of demoCustomers.entries()) {
      const other = demoCustomers[(index + round) % demoCustomers.length] ?? person;
      const mixed = round === 0 ? person : mix(person, other);
      if (taken.has(mixed.email)) continue;
      taken.add(mixed.email);
      yield mixed;
    }
  }
  return undefined;
}

function mix(first: { name: string }, last: { name: string }): { name: string; email: string } {
  const name = `${first.name.split(' ')[0]} ${last.name.split(' ').at(-1)}`;
  const local = name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.');
  return { name, email: `${local}@exemplo.com.br` };
}
