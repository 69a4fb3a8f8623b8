"""The penalties and fines of a rulebook under house rules, with what they state."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from pung_chow_settlement.domain.faults import SHOWN
from pung_chow_settlement.domain.rulebook.amend.patch import OWN, Amendment, Patch
from pung_chow_settlement.domain.rulebook.penalties import FalseMahjong, Fine, FinePaid, PercentOfLimit, WashedTiles
from pung_chow_settlement.domain.rulebook.rules import Cite, SettlementRule, written_percent
from pung_chow_settlement.domain.statements import RuleText, Statement, joined, statement

_BLANK: Final = SettlementRule(id="", text="", source=Cite("", ""))


def penalties(amendment: Amendment) -> dict[str, Any]:
    """The penalties, which are paid without a winner."""
    given, amended = amendment.given["penalties"], dict[str, Any]()
    if "false_mahjong" in given:
        amended["false_mahjong"] = _false_mahjong(amendment, given["false_mahjong"])
    if "washed_tiles" in given:
        amended["washed_tiles"] = _washed_tiles(amendment, given["washed_tiles"])
    amended["fines"] = _fines(amendment, amendment.given["fines"])
    return amended


def _fines(amendment: Amendment, given: Mapping[str, Patch | None]) -> tuple[Fine, ...]:
    """The base's fines as the table has them, if these count, then its own in the order of their names."""
    base = {fine.id: fine for fine in amendment.base.fines}
    known = {**amendment.library.fines, **base}
    changed = {
        name: None if change is None else _fine(amendment, name, change, known.get(name))
        for name, change in given.items()
    }
    kept = {name: changed.get(name, each) for name, each in base.items() if amendment.base_rules or name in changed}
    own = {name: changed[name] for name in sorted(changed.keys() - base.keys())}
    return tuple([each for each in (kept | own).values() if each is not None])


def _fine(amendment: Amendment, name: str, change: Patch, current: Fine | None) -> Fine | None:
    if current is None and not name.startswith(OWN):
        near = amendment.nearest(name, amendment.library.fines)
        amendment.fault("unknown-member", ("fines", name), "own-fine", near, member=name[SHOWN])
        return None
    fine = current or Fine(settlement_rule=_BLANK, amount=0)
    members = {member: value for member, value in change.items() if member != "text"}
    fine = replace(fine, **members)
    if fine.to is FinePaid.FOR_ALL and "amount" in change:
        given = "limit_share" if isinstance(change["amount"], PercentOfLimit) else "points"
        amendment.fault("unexpected-member", ("fines", name, given), "fine-for-all")
    if fine.to is FinePaid.FOR_ALL and change.get("east_doubles"):
        amendment.fault("unexpected-member", ("fines", name, "east_doubles"), "fine-for-all-east")
    if fine.to is FinePaid.FOR_ALL:
        fine = replace(fine, amount=0, east_doubles=False)
    elif "amount" not in change and (current is None or current.to is FinePaid.FOR_ALL):
        amendment.fault("missing-member", ("fines", name, "points"), "fine")
    text = change.get("text") or _of_a_fine(fine)
    if current is not None and fine == current and "text" not in change:
        text = current.settlement_rule.text
    return replace(fine, settlement_rule=SettlementRule(id=name, text=text, source=amendment.cite("fines", name)))


def _false_mahjong(amendment: Amendment, members: Mapping[str, Any] | None) -> FalseMahjong | None:
    if members is None:
        return None
    current = amendment.base.false_mahjong
    penalty = FalseMahjong(settlement_rule=_BLANK, to_each=0, east_doubles=False) if current is None else current
    penalty = replace(penalty, **members)
    return replace(penalty, settlement_rule=_penalty(amendment, "false-mahjong", _of_a_false_call(penalty)))


def _washed_tiles(amendment: Amendment, points: Mapping[int, int] | None) -> WashedTiles | None:
    if points is None:
        return None
    text = statement("washed-tiles", heads=min(points))
    return WashedTiles(settlement_rule=_penalty(amendment, "washed-tiles", text), points=dict(sorted(points.items())))


def _penalty(amendment: Amendment, name: str, text: RuleText) -> SettlementRule:
    return SettlementRule(id=name, text=text, source=amendment.cite("penalties", name))


def _of_a_false_call(penalty: FalseMahjong) -> RuleText:
    """What a false Mah-Jong costs, and what follows it."""
    variant, amount = _amount(penalty.to_each)
    after = f"east-{'loses' if penalty.passes_the_deal else 'keeps'}{'-exposed' if penalty.exposed_only else ''}"
    pays = statement(
        f"false-mahjong.{variant}-{'shared' if penalty.shared else 'each'}",
        amount=amount,
        east=statement(f"false-mahjong.{'doubled' if penalty.east_doubles else 'undoubled'}"),
    )
    back = [statement("false-mahjong.taken-back")] if penalty.exposed_only and penalty.taken_back else []
    return joined(pays, statement(f"false-mahjong.{after}"), *back)


def _of_a_fine(fine: Fine) -> Statement:
    """What a fine is, and to whom."""
    if fine.to is FinePaid.FOR_ALL:
        return statement("fine.for-all")
    variant, amount = _amount(fine.amount)
    return statement(f"fine.{variant}-{fine.to}", amount=amount)


def _amount(amount: int | PercentOfLimit) -> tuple[str, int | str]:
    """What an amount is of, and the number."""
    return ("percent", written_percent(amount.percent)) if isinstance(amount, PercentOfLimit) else ("points", amount)
