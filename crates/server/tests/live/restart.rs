//! A house closed and opened again in mid-round stands where it stood.

use croupier_server::audit::audit;
use croupier_server::wire::{Command, Phase};

use crate::common::{Client, House, bet, first_of, options};
use crate::play::{BOLD, CALM};

#[tokio::test(flavor = "multi_thread")]
async fn open_rounds_stand_where_they_stood() {
    let mut house = House::open().await;
    let mut client = house.guest().await;
    for game in ["nh-holdem", "nh21-plus", "super-fun-21"] {
        let table = house.table_of(game).await;
        let mut seat = client.join(table).await;
        seat.sit(3, 2_000).await;
        seat.done(Command::ClientSeed {
            text: "my own words".to_string(),
        })
        .await;
        for round in 0..8 {
            seat.bet(bet(5)).await;
            seat.until(|felt| matches!(felt.phase, Phase::Deciding { .. } | Phase::Settled))
                .await;
            if round % 2 == 0 {
                let before = seat.felt().clone();
                let folder = house.close().await;
                house = House::open_with(options(), folder).await;
                client = Client {
                    address: house.address,
                    ..client
                };
                seat = client.join(table).await;
                let after = seat.felt();
                assert_eq!(seat.seat, Some(3), "{game}");
                if matches!(before.phase, Phase::Deciding { .. }) {
                    assert_eq!(
                        (after.round, &after.hands, &after.dealer),
                        (before.round, &before.hands, &before.dealer)
                    );
                    assert_eq!((&after.board, &after.extra), (&before.board, &before.extra));
                    assert_eq!(after.seats[0].chips, before.seats[0].chips);
                    assert_eq!(after.shoe, before.shoe);
                    let (Phase::Deciding { offers, .. }, Phase::Deciding { offers: asked, .. }) =
                        (&after.phase, &before.phase)
                    else {
                        panic!("{game}: {:?}", after.phase)
                    };
                    assert_eq!(offers, asked);
                } else {
                    continue;
                }
            }
            seat.play(first_of(if round % 3 == 0 { BOLD } else { CALM })).await;
        }
        seat.done(Command::Leave).await;
    }
    let report = audit(&house.room.store).await.unwrap();
    assert!(report.holds(), "{report:?}");
}
